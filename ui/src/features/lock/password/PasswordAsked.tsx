/** The question for the password, on top of any screen. */
import { lazy, Suspense } from 'react';
import { useStore } from '../../../lib/state/store';
import { passwordAskedStore } from './askPassword';

const PasswordDialog = lazy(() => import('./PasswordDialog'));

export function PasswordAsked() {
  const answer = useStore(passwordAskedStore);
  return (
    answer && (
      <Suspense fallback={null}>
        <PasswordDialog onAnswer={answer} />
      </Suspense>
    )
  );
}
