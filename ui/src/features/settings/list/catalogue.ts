/** Every single setting with its page and its present value, for the search. */
import { formatShort } from '../../../lib/format';
import { fromServer } from '../../../lib/money/money';
import { words as coins } from '../../../parts/coins/strings';
import { start } from '../../../parts/questions/strings';
import { power } from '../machine/power/strings';
import { software } from '../machine/software/strings';
import { time as timeWords } from '../machine/timeStrings';
import { bills as billWords, cash, denominations } from '../money/strings';
import { network, wifi } from '../network/strings';
import { GROUPS, groupOf, isListed, type SettingsPage } from '../pages';
import { groupsOf, ruleOf } from '../people/approvalRules';
import { approvals } from '../people/approvalStrings';
import { bartendersSee } from '../people/bartendersSeeStrings';
import { lockAfter } from '../people/lockAfterStrings';
import { sheetWords } from '../people/sheetStrings';
import { words as people, rows as peopleRows } from '../people/strings';
import { scales } from '../scales/strings';
import type { Settings } from '../settings';
import { networkViews, pages, printing, screens, words } from '../strings';
import { words as tax } from '../tax/strings';
import { values } from './strings';
import { clockTime, type Facts, valueBeside } from './values';

export interface Entry {
  page: SettingsPage['id'];
  name: string;
  /** Group and page. */
  place: string;
  value?: string;
  /** What else it may be searched by. */
  more?: string;
}

type Single = [name: string, value?: string | null, more?: string];

const onOff = (on: boolean): string => (on ? values.on : values.off);
const usd = (amount: string): string => formatShort(fromServer(amount), 'USD');
const lrd = (amount: string): string => formatShort(fromServer(amount), 'LRD');

/** The pages and what is on them; what is off or not there is left out, as the pages leave it out. */
export function catalogueOf(settings: Settings, facts: Facts): Entry[] {
  const listed = GROUPS.flatMap((group) => group.pages).filter((page) => isListed(page, settings.cash.mode));
  return listed.flatMap(({ id }) => {
    const group = groupOf(id);
    const page = { page: id, name: pages[id], place: group, value: valueBeside(id, facts)?.text };
    const all = [...(SINGLES[id]?.(settings) ?? []), ...(facts.boxNetwork ? (MACHINE[id] ?? []) : [])];
    const singles = all.map(([name, value, more]) => ({
      page: id,
      name,
      place: `${group} · ${pages[id]}`,
      ...(value && { value }),
      ...(more && { more }),
    }));
    return [page, ...singles];
  });
}

const SINGLES: Partial<Record<SettingsPage['id'], (settings: Settings) => Single[]>> = {
  business: (settings) => [
    [words.businessName, settings.businessName],
    [words.address, settings.address],
    [words.phone, settings.phone],
    [words.thankYou, settings.thankYouMessage],
    [words.website, settings.website],
    [words.socialMedia, settings.socialMedia],
  ],
  day: ({ dayStartsAt, timeZone, phoneCountry }) => [
    [words.dayEndsAt, clockTime(dayStartsAt)],
    [words.timeZone, timeZone.replaceAll('_', ' ')],
    [words.phoneCountry, phoneCountry, 'telephone'],
  ],
  screens: ({ startScreen, orders, reports, scaleLabels }) => [
    [start.question, start[startScreen.bartender]],
    [screens.steps, onOff(orders.steps)],
    [screens.managers, onOff(reports.managers)],
    [
      scales.title,
      scaleLabels.map(({ prefix }) => prefix).join(', ') || values.none,
      'barcode weight scanner',
    ],
  ],
  people: ({ people: { lockAfter: seconds, bartendersSee: sees }, clock, reasons, tips, sheet }) => [
    [peopleRows.accounts, null, 'users staff'],
    [peopleRows.pins],
    [peopleRows.devices, null, 'tablets'],
    [lockAfter.label, lockAfter.time(seconds), 'lock'],
    [bartendersSee.label, bartendersSee.name[sees], 'sums receipts hide'],
    [people.clock, onOff(clock.mode === 'on'), 'hours'],
    [people.freeText, onOff(reasons.freeText)],
    [people.tips, values.tips[tips.mode]],
    [people.sheets, onOff(sheet.managers)],
    [sheetWords.ownerPhone, sheet.ownerPhone],
  ],
  approvals: (settings) => [
    ...groupsOf(settings).flatMap(({ title, kinds }) =>
      kinds.map((kind): Single => [approvals.kinds[kind], values.rule[ruleOf(settings, kind)], title]),
    ),
    [approvals.discountFree, values.percent(String(settings.approvals.discountFree))],
    [approvals.wait, values.seconds(settings.approvals.wait)],
  ],
  cash: ({ lrdCashStep, usdCashStep, cash: set }) => [
    [coins.question, set.lrdCoins === null ? null : set.lrdCoins ? coins.yes : coins.no],
    [cash.step, lrd(lrdCashStep), 'coin'],
    [cash.roundDue, onOff(set.roundDue), 'coin'],
    [cash.usdStep, usd(usdCashStep), 'coin'],
    [cash.tills, values.mode[set.mode], 'drawer purse shift'],
    ...(set.mode === 'off' ? [] : tillSettings(set)),
  ],
  methods: (settings) => settings.methods.map(({ name, enabled }): Single => [name, onOff(enabled), 'pay']),
  denominations: () => [[denominations.coins, null, 'cash']],
  bills: ({ bills, credit }) => [
    [billWords.slips, onOff(bills.slips)],
    [billWords.compCap, usd(bills.compCapUSD), 'on the house'],
    [billWords.limit, credit.limitUSD && usd(credit.limitUSD), 'credit'],
  ],
  tax: ({ tax: set, fiscal }) =>
    set.mode === 'off'
      ? []
      : [
          [tax.tin, set.tin],
          [tax.day, null],
          [tax.classes, null, 'GST VAT rate'],
          [tax.fiscal, fiscal.url ?? values.none],
        ],
  printing: ({ autoPrint }) => [[printing.autoPrint, onOff(autoPrint)], [printing.find], [printing.add]],
  wifi: ({ guestWifi }) => [
    [wifi.name, guestWifi.name],
    [wifi.password, null],
  ],
  network: ({ publicUrl }) => [
    [network.publicUrl, publicUrl],
    [network.slip],
    [network.trust, null, 'HTTPS'],
  ],
};

/** On a machine whose network and software the box drives. */
const MACHINE: Partial<Record<SettingsPage['id'], Single[]>> = {
  network: [
    [networkViews.wifi, null, 'password channel country phones'],
    [networkViews.join, null, 'router'],
    [networkViews.guests],
    [networkViews.cable, null, 'fixed address ethernet'],
  ],
  software: [[software.file, null, 'update upgrade install']],
  time: [[timeWords.set, null, 'clock date hour']],
  help: [
    [power.restart, null, 'reboot'],
    [power.off, null, 'shut down power'],
    [power.diagnosis, null, 'report log support help'],
    [power.reset, null, 'delete erase new'],
  ],
};

function tillSettings(set: Settings['cash']): Single[] {
  return [
    [cash.requireShift, onOff(set.requireShift)],
    [cash.blind, onOff(set.blindCount)],
    [cash.countBy, values.countBy[set.countBy]],
    [cash.toleranceUSD, usd(set.toleranceUSD)],
    [cash.toleranceLRD, lrd(set.toleranceLRD)],
    [cash.payOutLimitUSD, usd(set.payOutLimitUSD)],
    [cash.payOutLimitLRD, lrd(set.payOutLimitLRD)],
    [cash.exchangeTolerance, values.percent(String(set.exchangeTolerance))],
    [cash.movementMaxUSD, usd(set.movementMaxUSD)],
    [cash.movementMaxLRD, lrd(set.movementMaxLRD)],
    [cash.longShift, values.hours(set.longShiftHours)],
  ];
}
