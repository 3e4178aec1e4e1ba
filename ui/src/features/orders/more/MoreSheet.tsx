/** '…': what else can be done with an order, under three headings. Each deed opens a sheet in its place. */
import {
  ArrowRightLeft,
  BadgePercent,
  BookUser,
  CircleX,
  Combine,
  DoorOpen,
  Gift,
  HandCoins,
  Lock,
  LogOut,
  type LucideIcon,
  MoveRight,
  Percent,
  Plus,
  ReceiptText,
  ShieldQuestionMark,
  Split,
  SquarePen,
  UserRoundPen,
  WalletCards,
} from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useMay, useRule } from '../../../api/approvals';
import { useBox } from '../../../api/box';
import type { ApprovalKind, Order, Table } from '../../../api/types';
import { Sheet } from '../../../ui/dialog/Dialog';
import { Empty } from '../../../ui/feedback/States';
import { Money } from '../../../ui/money/Money';
import { NextStep } from '../card/NextStep';
import { titleOf } from '../naming';
import { remainingOf } from '../payment/bill';
import { allowed, nextStep, splitOf } from '../status';
import { words as screenWords } from '../strings';
import { useTableStatus } from '../tables/useTableStatus';
import type { OpenDialog } from '../useOrderDialog';
import { useSteps } from '../useSteps';
import { type DialogDeed, dialogDeeds, GROUP_OF, GROUPS, type Group } from './deeds';
import { type MorePart, moreOf } from './more';
import { words } from './strings';
import '../../../styles/shared/deeds.css';
import '../orders.css';

type PartSheet = ComponentType<{ order: Order; onClose: () => void }>;

/** A deed with a sheet of its own; `load` fetches that. `asks`: the rule that may send the bartender to a manager. */
function part(icon: LucideIcon, load: () => Promise<{ default: PartSheet }>, asks?: ApprovalKind) {
  return { icon, load, sheet: lazy(load), asks };
}

const PARTS: Record<MorePart, ReturnType<typeof part>> = {
  moveTable: part(ArrowRightLeft, () => import('../moving/MoveTable')),
  moveItems: part(MoveRight, () => import('../moving/MoveItems')),
  merge: part(Combine, () => import('../moving/MergeOrders')),
  handOver: part(UserRoundPen, () => import('../moving/HandOver')),
  discount: part(BadgePercent, () => import('../deeds/Discount'), 'discount'),
  comp: part(Gift, () => import('../deeds/Comp'), 'comp'),
  serviceCharge: part(HandCoins, () => import('./ServiceChargeSheet')),
  taxExempt: part(Percent, () => import('./TaxExemptSheet')),
  payments: part(WalletCards, () => import('../deeds/Payments')),
  close: part(Lock, () => import('../deeds/CloseOrder')),
  walkOut: part(LogOut, () => import('../deeds/WalkOut'), 'walk_out'),
};

const ICONS: Record<DialogDeed['kind'], LucideIcon> = {
  bill: ReceiptText,
  attach: BookUser,
  items: SquarePen,
  cancel: CircleX,
  void: CircleX,
};

interface MoreSheetProps {
  order: Order;
  orders: readonly Order[];
  /** The table of the order. */
  table: Table | undefined;
  onOpen: OpenDialog;
  /** Starts another order at the table. */
  onNewOrder: (table: Table) => void;
  onClose: () => void;
}

export default function MoreSheet(props: MoreSheetProps) {
  const { order, orders, table, onOpen, onNewOrder, onClose } = props;
  const may = { discount: useMay('discount'), comp: useMay('comp'), walkOut: useMay('walk_out') };
  const mayVoid = useMay('void_order');
  const asks: Partial<Record<ApprovalKind, boolean>> = {
    discount: useRule('discount') === 'approve',
    comp: useRule('comp') === 'approve',
    walk_out: useRule('walk_out') === 'approve',
    void_order: useRule('void_order') === 'approve',
  };
  const next = nextStep(order, useSteps());
  const parts = moreOf(order, useBox(), may);
  const dialogs = dialogDeeds(order, mayVoid);
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<MorePart | null>(null);
  // So that the tap finds it there.
  useEffect(() => {
    for (const one of parts) PARTS[one].load().catch(() => {});
  }, []);
  const Chosen = open && PARTS[open].sheet;
  if (Chosen) {
    return (
      <Suspense fallback={null}>
        <Chosen order={order} onClose={onClose} />
      </Suspense>
    );
  }

  const deedsOf = (group: Group): ReactNode[] =>
    [
      group === 'table' && next && <NextStep key="next" order={order} next={next} />,
      ...parts
        .filter((one) => GROUP_OF[one] === group)
        .map((one) => (
          <Deed
            key={one}
            icon={PARTS[one].icon}
            label={words.parts[one]}
            asks={PARTS[one].asks && asks[PARTS[one].asks]}
            ends={one === 'walkOut'}
            onClick={() => setOpen(one)}
          />
        )),
      ...dialogs
        .filter((one) => one.group === group)
        .map(({ kind, ends }) => (
          <Deed
            key={kind}
            icon={ICONS[kind]}
            label={words.dialogs[kind]}
            asks={kind === 'void' && asks.void_order}
            ends={ends}
            onClick={() => onOpen(kind, order)}
          />
        )),
      group === 'cost' && allowed(order, mayVoid).split && (
        <Deed key="split" icon={Split} label={words.split} onClick={() => navigate(splitOf(order))} />
      ),
      group === 'table' && table && (
        <Deed key="new" icon={Plus} label={screenWords.newOrder} onClick={() => onNewOrder(table)} />
      ),
      group === 'table' && table && table.status !== 'available' && (
        <FreeTable key="free" table={table} orders={orders} onDone={onClose} />
      ),
    ].filter(Boolean);
  const groups = GROUPS.map((group) => ({ group, deeds: deedsOf(group) }));

  return (
    <Sheet
      title={words.order(order.id)}
      note={titleOf(order)}
      tools={<Money {...remainingOf(order)} leads={order.currency} total className="end" />}
      onClose={onClose}
    >
      {groups.every(({ deeds }) => deeds.length === 0) && <Empty text={words.nothing} />}
      {groups.map(
        ({ group, deeds }) =>
          deeds.length > 0 && (
            <section key={group} className="stack tight" aria-labelledby={`deeds-${group}`}>
              <h3 id={`deeds-${group}`} className="kicker">
                {words.groups[group]}
              </h3>
              <div className="deeds">{deeds}</div>
            </section>
          ),
      )}
      {Object.values(asks).includes(true) && (
        <p className="meta row">
          <ShieldQuestionMark />
          {words.asksFirst}
        </p>
      )}
    </Sheet>
  );
}

interface DeedProps {
  icon: LucideIcon;
  label: string;
  /** Asks a manager first. */
  asks?: boolean | undefined;
  /** It ends something: in red words. */
  ends?: boolean | undefined;
  onClick: () => void;
}

function Deed({ icon: Icon, label, asks, ends, onClick }: DeedProps) {
  return (
    <button type="button" className={ends ? 'ends' : undefined} onClick={onClick}>
      <Icon />
      {label}
      {asks && <ShieldQuestionMark className="asks" />}
    </button>
  );
}

function FreeTable({
  table,
  orders,
  onDone,
}: {
  table: Table;
  orders: readonly Order[];
  onDone: () => void;
}) {
  const status = useTableStatus(table, orders, onDone);
  return (
    <>
      <button type="button" disabled={status.pending} onClick={status.press}>
        <DoorOpen />
        {words.freeTable}
      </button>
      {status.question}
    </>
  );
}
