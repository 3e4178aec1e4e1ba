/** Names of payment methods on the screens, also of the ones that the bar has added. */
import { methodLabel } from '../../api/payment';
import { useCashSetup } from './methods';

/** A method that is switched off has no name here: its id stands in words. */
export function useMethodName(): (method: string) => string {
  const named = useCashSetup()?.methods;
  return (method) => methodLabel(method, named);
}
