/** On a demo: buttons that fill in its accounts. */
import { Badge } from '../Badge';
import { demo as words } from './demoStrings';

interface DemoAccountsProps {
  /** Username and password of each. */
  accounts: readonly (readonly [username: string, password: string])[];
  onChoose: (username: string, password: string) => void;
}

export function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  return (
    <section className="demo">
      <p className="row">
        <Badge status="warning">{words.mark}</Badge>
        <small>{words.hint}</small>
      </p>
      <div className="row">
        {accounts.map(([username, password]) => (
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
