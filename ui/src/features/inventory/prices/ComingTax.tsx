/** The soonest change of tax, with the way to the Price Assistant. Shown only while tax is on. */
import { Link } from 'wouter';
import { useGet } from '../../../api/http/query';
import { changeText } from '../../../parts/tax/changes';
import { changes as words } from '../../../parts/tax/strings';

export function ComingTax() {
  const [soonest] = useGet('/api/tax/changes').data ?? [];
  if (!soonest) return null;
  return (
    <p>
      {changeText(soonest)} <Link href="/price-assistant">{words.link}</Link>
    </p>
  );
}
