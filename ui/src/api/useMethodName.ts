/** Names of payment methods on the screens, also of the ones that the bar has added. */
import { useGet } from './http/query';
import { methodLabel } from './payment';

/** A method that is switched off has no name here: its id stands in words. */
export function useMethodName(): (method: string) => string {
  const named = useGet('/api/cash/setup').data?.methods;
  return (method) => methodLabel(method, named);
}
