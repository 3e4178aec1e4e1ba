/** Says that figures and lists are only this person's own; absent for whoever sees all. */
import { useOwnWork } from './useOwnWork';

const words = {
  own: 'Only your own sales',
  nothing: 'Only your own sales of today',
};

export function OwnWorkNote() {
  const sees = useOwnWork();
  return sees && <p className="note">{words[sees]}</p>;
}
