/** The fields of the form, as its parts get them. */
import type { useSettingsForm } from '../useSettingsForm';
import type { TaxValues } from './taxForm';

export type TaxField = ReturnType<typeof useSettingsForm<TaxValues>>['field'];
