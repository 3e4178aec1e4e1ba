/** Quick Tips and Feature Guide: two short lists. */
import { Dialog } from '../../ui/dialog/Dialog';
import { featureGuide, quickTips } from './strings';

export type HelpPage = 'Quick Tips' | 'Feature Guide';

export function HelpDialog({ page, onClose }: { page: HelpPage; onClose: () => void }) {
  const rows = page === 'Quick Tips' ? quickTips : featureGuide;
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
