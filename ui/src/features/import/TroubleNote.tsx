/** Why the list could not be checked or imported, and a button that tries again where the same can help. */
import { Alert } from '../../ui/feedback/Alert';
import { words } from './strings';
import type { Trouble } from './useImport';

export function TroubleNote({ trouble }: { trouble: Trouble | null }) {
  if (!trouble) return null;
  const { message, again } = trouble;
  return (
    <>
      <Alert>{message}</Alert>
      {again && (
        <button type="button" className="secondary import-again" onClick={again}>
          {words.tryAgain}
        </button>
      )}
    </>
  );
}
