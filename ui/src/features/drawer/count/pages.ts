/** The pages of counting; count/loaded.ts fetches them. */
export { default as ConfirmCount } from './ConfirmCount';
export { default as CountDrawer } from './CountDrawer';
export { default as CountResult } from './CountResult';
export { default as CountSafe } from './CountSafe';
export { default as OpenShift } from './OpenShift';
