/** The accounts of a demo box. A file of its own, because the sign-in page must stay small. */
import { DemoAccounts } from '../../ui/session/DemoAccounts';

const ACCOUNTS = [
  ['admin', 'admin123'],
  ['manager', 'manager123'],
  ['bartender', 'bartender123'],
] as const;

export default function DemoHint({ onChoose }: { onChoose: (username: string, password: string) => void }) {
  return <DemoAccounts accounts={ACCOUNTS} onChoose={onChoose} />;
}
