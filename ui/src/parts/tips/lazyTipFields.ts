/** The fields of a tip, fetched where a bar takes tips. */
import { lazy } from 'react';

export const TipFields = lazy(() => import('./TipFields'));
