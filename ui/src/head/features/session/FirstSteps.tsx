/** The first sign-in: a new password, then the second factor. Until both are done head office refuses every other call. */
import { useEffect } from 'react';
import { useTitle } from '../../../lib/useTitle';
import { Notice } from '../../../ui/feedback/Notice';
import { changePassword } from '../../../ui/session/passwordStrings';
import type { HeadUser } from '../../api/types';
import { followMe, signOut } from './api';
import { ChangePassword } from './ChangePassword';
import { totp } from './strings';
import { TotpSetup } from './TotpSetup';
import '../../styles/head.css';

export default function FirstSteps({ user }: { user: HeadUser }) {
  const title = user.mustChangePassword ? changePassword.title : totp.title;
  useTitle(title);
  // A step may have been done before this page was loaded again.
  useEffect(() => void followMe(), []);
  return (
    <main className="bare stack">
      <h1>{title}</h1>
      {user.mustChangePassword ? (
        <>
          <Notice kind="warning">{changePassword.mandatory}</Notice>
          <ChangePassword onDone={() => {}} />
        </>
      ) : (
        <TotpSetup />
      )}
      <button type="button" className="quiet wide" onClick={signOut}>
        {totp.signOut}
      </button>
    </main>
  );
}
