/** What counts a till, in one file: who counts needs all of it. */
import { lazy } from 'react';

export const loadCount = () => import('./pages');

export const CountDrawer = lazy(() => loadCount().then((pages) => ({ default: pages.CountDrawer })));
export const CountResult = lazy(() => loadCount().then((pages) => ({ default: pages.CountResult })));
export const CountSafe = lazy(() => loadCount().then((pages) => ({ default: pages.CountSafe })));
export const ConfirmCount = lazy(() => loadCount().then((pages) => ({ default: pages.ConfirmCount })));
export const OpenShift = lazy(() => loadCount().then((pages) => ({ default: pages.OpenShift })));
