/** The dialogs of moving cash come in one file, after the screen. */
import { lazy } from 'react';

export const loadDialogs = () => import('./dialogs');

export const AcceptDialog = lazy(() => loadDialogs().then((all) => ({ default: all.AcceptDialog })));
export const CorrectDialog = lazy(() => loadDialogs().then((all) => ({ default: all.CorrectDialog })));
export const ExchangeDialog = lazy(() => loadDialogs().then((all) => ({ default: all.ExchangeDialog })));
export const MoveDialog = lazy(() => loadDialogs().then((all) => ({ default: all.MoveDialog })));
