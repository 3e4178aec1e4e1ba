/** The dialogs of the machine's pages, in one file that is fetched after the page. */
export { PowerDialog } from './power/PowerDialog';
export { ResetDialog } from './power/ResetDialog';
export { OlderDialog } from './software/OlderDialog';
