/** What each part of 'Stock details' is given. */
import type { DetailsErrors, DetailsForm } from '../../rules/stockDetails';

export interface DetailsProps {
  form: DetailsForm;
  errors: DetailsErrors;
  onType: (change: Partial<DetailsForm>) => void;
}
