/** On a demo: buttons that fill in its accounts. */
import { Badge } from '../../../ui/Badge';
import { useInfo } from '../../api/info';
import { DEMO_ACCOUNTS, signIn as words } from './strings';

export function DemoAccounts({ onChoose }: { onChoose: (username: string, password: string) => void }) {
  if (!useInfo()?.demo) return null;
  return (
    <section className="demo">
      <p className="row">
        <Badge status="warning">{words.demo}</Badge>
        <small>{words.demoHint}</small>
      </p>
      <div className="row">
        {DEMO_ACCOUNTS.map(([username, password]) => (
          <button
            key={username}
            type="button"
            className="secondary small"
            onClick={() => onChoose(username, password)}
          >
            {username} / {password}
          </button>
        ))}
      </div>
    </section>
  );
}
