/** Where everything about people is: accounts, PINs, devices, and what a bar switches on. */
import {
  ChevronRight,
  Clock,
  Grid3x3,
  HandCoins,
  type LucideIcon,
  MessageSquareText,
  ShieldQuestionMark,
  TabletSmartphone,
  TriangleAlert,
  UserRound,
} from 'lucide-react';
import { Link } from 'wouter';
import { useGet } from '../../../api/http/query';
import type { Settings } from '../settings';
import { askedFor } from './approvalRules';
import { firstNames, pinsOf } from './people';
import { rows as words } from './strings';
import '../../../styles/shared/rows.css';

interface Row {
  icon: LucideIcon;
  name: string;
  href: string;
  detail: string;
  value?: string | number;
  status?: 'warning';
}

export default function PeopleRows({ settings }: { settings: Settings }) {
  const rows = useRows(settings);
  return (
    <ul className="card rows">
      {rows.map(({ icon: Icon, name, href, detail, value, status }) => (
        <li key={name}>
          <Icon />
          <span className="grow">
            <Link href={href} className="name">
              {name}
            </Link>
            <small>{detail}</small>
          </span>
          {value !== undefined && (
            <span className="value" data-status={status}>
              {value}
            </span>
          )}
          <ChevronRight />
        </li>
      ))}
    </ul>
  );
}

function useRows(settings: Settings): Row[] {
  const users = useGet('/api/users').data;
  const devices = useGet('/api/devices').data;
  const reasons = useGet('/api/reasons').data;
  const pins = users && pinsOf(users);
  const { clock, tips } = settings;
  return [
    {
      icon: UserRound,
      name: words.accounts,
      href: '/admin?show=users',
      detail: users ? firstNames(users) : words.accountsHint,
      value: users?.length,
    },
    {
      icon: Grid3x3,
      name: words.pins,
      href: '/staff/devices',
      detail: pins?.missing ? words.noPin(pins.missing) : words.pinsHint,
      // Without an enrolled device nobody needs a PIN.
      value: pins && devices?.length ? words.of(pins.set, pins.all) : undefined,
      status: pins && devices?.length && pins.set < pins.all ? 'warning' : undefined,
    },
    {
      icon: TabletSmartphone,
      name: words.devices,
      href: '/staff/devices',
      detail: devices?.length ? devices.map(({ name }) => name).join(', ') : words.devicesHint,
      value: devices?.length,
    },
    ...(clock.mode === 'on'
      ? [{ icon: Clock, name: words.hours, href: '/staff/hours', detail: words.hoursHint }]
      : []),
    ...(tips.mode !== 'off'
      ? [{ icon: HandCoins, name: words.tips, href: '/staff/tips', detail: words.tipsHint[tips.mode] }]
      : []),
    {
      icon: ShieldQuestionMark,
      name: words.approvals,
      href: '/settings/approvals',
      detail: words.approvalsHint,
      value: words.ask(askedFor(settings)),
    },
    {
      icon: MessageSquareText,
      name: words.reasons,
      href: '/staff/reasons',
      detail: words.reasonsHint,
      value: reasons?.filter(({ active }) => active).length,
    },
    { icon: TriangleAlert, name: words.exceptions, href: '/staff/exceptions', detail: words.exceptionsHint },
  ];
}
