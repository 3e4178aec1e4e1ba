/** Where nothing of a bartender needs an approval, the tab says where that is switched on. */
import { Link } from 'wouter';
import { useGet } from '../../../api/http/query';
import { asksNothing } from './rows';
import { approvals as words } from './strings';

export function ApprovalsAreOff({ isAdmin }: { isAdmin: boolean }) {
  const { data } = useGet('/api/approvals/rules');
  if (!data || !asksNothing(data.rules)) return null;
  return (
    <p>
      {words.off} {isAdmin ? <Link href="/settings/approvals">{words.switchOn}</Link> : words.askAdmin}
    </p>
  );
}
