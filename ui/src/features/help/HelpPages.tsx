/** Quick Tips and Feature Guide: two short lists. They name only screens that the role may open and the bar has. */
import { useBox } from '../../api/box';
import { useGet } from '../../api/http/query';
import { useMayReadReports } from '../../api/reports';
import { mayManage, useSession } from '../../api/session';
import { isConnected, useHeadLink } from '../../parts/head-office/link';
import { Dialog } from '../../ui/dialog/Dialog';
import { featureGuide, ofHead, ofTax, ofTills, quickTips } from './strings';

export type HelpPage = 'Quick Tips' | 'Feature Guide';

export default function HelpDialog({ page, onClose }: { page: HelpPage; onClose: () => void }) {
  const manages = mayManage(useSession().user?.role);
  const readsReports = useMayReadReports();
  const hasTills = (useGet('/api/cash/setup').data?.mode ?? 'off') !== 'off';
  const hasHead = isConnected(useHeadLink(false).data);
  const guide = featureGuide.filter(
    ([title]) =>
      (!['Inventory', 'Staff', 'Shifts', 'Price Assistant'].includes(title) || manages) &&
      (!['Reports', 'Tax Report'].includes(title) || readsReports),
  );
  const all = page === 'Quick Tips' ? quickTips : guide;
  const box = useBox();
  const hasTax = Boolean(box?.tax || box?.serviceCharge);
  const rows = all.filter(
    ([title]) =>
      (hasTills || !ofTills.includes(title)) &&
      (hasTax || !ofTax.includes(title)) &&
      (hasHead || !ofHead.includes(title)),
  );
  return (
    <Dialog title={page} onClose={onClose}>
      <ul className="list">
        {rows.map(([title, text]) => (
          <li key={title}>
            <span className="grow">
              <span className="name">{title}</span>
              <small>{text}</small>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
