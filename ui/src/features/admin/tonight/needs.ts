/** What waits for the owner tonight: silent printers, a drawer that did not agree, goods that run out. */
import type { Schemas } from '../../../api/calls';
import type { Printer } from '../../../api/types';
import { formatMoney, formatTime, formatTotal } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { plusDays } from '../../../parts/nights/nights';
import type { RunsOut } from './figures';
import { needs as words } from './strings';

export interface Need {
  kind: 'printer' | 'drawer' | 'stock';
  status: 'error' | 'warning';
  text: string;
  /** Where it is seen to. */
  link: string;
  href: string;
}

const SILENT: readonly Printer['status'][] = ['offline', 'paper_out', 'cover_open'];
export const isSilent = ({ enabled, status }: Pick<Printer, 'enabled' | 'status'>): boolean =>
  enabled && SILENT.includes(status);

interface Facts {
  /** The first business day whose drawers count. */
  since: string;
  printers: readonly Pick<Printer, 'name' | 'enabled' | 'status' | 'queued'>[];
  reports: readonly Schemas['ZSummary'][];
  runsOut: readonly RunsOut[];
  now: number;
}

const HOUR_MS = 3_600_000;
/** Within this time nobody can buy more. */
const SOON_HOURS = 3;

/** In the morning, before anything is sold, the owner asks for the night before. */
export const sinceOf = (day: string, sales: number): string => (sales > 0 ? day : plusDays(day, -1));

export function needsOf({ since, printers, reports, runsOut, now }: Facts): Need[] {
  return [
    ...printers.filter(isSilent).map(
      ({ name, queued }): Need => ({
        kind: 'printer',
        status: 'error',
        text: words.printer(name),
        link: queued > 0 ? words.waiting(queued) : words.toPrinter,
        href: '/settings/printing',
      }),
    ),
    ...reports.filter(({ businessDay }) => businessDay >= since).flatMap(drawerOf),
    ...runsOut
      .filter(({ hours }) => hours < SOON_HOURS)
      .map(
        ({ name, portions, hours }): Need => ({
          kind: 'stock',
          status: 'warning',
          text: words.goneBy(name, formatTime(new Date(now + hours * HOUR_MS).toISOString())),
          link: words.left(portions),
          href: '/inventory',
        }),
      ),
  ];
}

function drawerOf({
  number,
  tillName,
  overShortUSD,
  overShortLRD,
  closedAt,
  responsibleName,
}: Schemas['ZSummary']): Need[] {
  const usd = fromServer(overShortUSD);
  const lrd = fromServer(overShortLRD);
  if ((usd === 0 && lrd === 0) || closedAt === null) return [];
  const amount = usd === 0 ? formatTotal(Math.abs(lrd), 'LRD') : formatMoney(Math.abs(usd), 'USD');
  const isShort = (usd || lrd) < 0;
  return [
    {
      kind: 'drawer',
      status: isShort ? 'error' : 'warning',
      text: isShort ? words.short(tillName, amount) : words.over(tillName, amount),
      link: words.by(responsibleName, formatTime(closedAt)),
      href: `/shifts/${number}`,
    },
  ];
}
