/** Quick Tips and Feature Guide: two short lists. The guide names only screens that the role may open. */
import { useMayReadReports } from '../../api/reports';
import { mayManage, useSession } from '../../api/session';
import { Dialog } from '../../ui/dialog/Dialog';
import { featureGuide, quickTips } from './strings';

export type HelpPage = 'Quick Tips' | 'Feature Guide';

export default function HelpDialog({ page, onClose }: { page: HelpPage; onClose: () => void }) {
  const manages = mayManage(useSession().user?.role);
  const readsReports = useMayReadReports();
  const guide = featureGuide.filter(
    ([title]) =>
      (!['Inventory', 'Staff'].includes(title) || manages) && (title !== 'Reports' || readsReports),
  );
  const rows = page === 'Quick Tips' ? quickTips : guide;
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
