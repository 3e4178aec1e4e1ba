/** What of the machine's pages is fetched after them: the dialogs, and the rows of Help at the end. */
export { Power } from './power/Power';
export { PowerDialog } from './power/PowerDialog';
export { OlderDialog } from './software/OlderDialog';
