/** Buttons on a demo server that fill in its accounts. */
import { Badge } from '../../ui/Badge';
import { DEMO_ACCOUNTS, demo as words } from './demoStrings';

export default function DemoHint({ onChoose }: { onChoose: (username: string, password: string) => void }) {
  return (
    <section className="demo">
      <p className="row">
        <Badge status="warning">{words.mark}</Badge>
        <small>{words.hint}</small>
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
