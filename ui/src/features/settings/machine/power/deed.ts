/** What can be asked of the machine. */
export type Deed = 'restart' | 'off';
