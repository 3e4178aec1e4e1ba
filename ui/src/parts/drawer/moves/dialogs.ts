/** The dialogs of moving cash; moves/loaded.ts fetches them. */
export { default as AcceptDialog } from './AcceptDialog';
export { default as CorrectDialog } from './CorrectDialog';
export { default as ExchangeDialog } from './ExchangeDialog';
export { default as MoveDialog } from './MoveDialog';
