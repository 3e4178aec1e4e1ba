/** In place of the reports, for a manager whose bar keeps them for admins. */
import { ShieldQuestionMark } from 'lucide-react';
import { Link } from 'wouter';
import { useTitle } from '../lib/useTitle';
import { Empty } from '../ui/feedback/States';
import { denied as words } from './strings';

export function Denied() {
  useTitle(words.title);
  return (
    <>
      <h1>{words.title}</h1>
      <Empty text={words.onlyAdmins} icon={ShieldQuestionMark}>
        <p>{words.otherAccount}</p>
        <Link href="/login" className="action">
          {words.signIn}
        </Link>
      </Empty>
    </>
  );
}
