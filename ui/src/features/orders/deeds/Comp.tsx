/** Comp: pieces that were made and are given free, with a reason; what was given free can be charged again. */
import { useForm } from '../../../api/forms/useForm';
import type { CompBody, Order, OrderItem } from '../../../api/types';
import { ReasonPicker } from '../../../parts/reasons/ReasonPicker';
import { ActionButton } from '../../../ui/ActionButton';
import { Sheet } from '../../../ui/dialog/Dialog';
import { LongForm } from '../../../ui/dialog/LongForm';
import { Alert } from '../../../ui/feedback/Alert';
import { Empty } from '../../../ui/feedback/States';
import { toast } from '../../../ui/feedback/toast';
import { KeptInput } from '../../../ui/form/KeptInput';
import { Stepper } from '../../../ui/form/Stepper';
import { titleOf } from '../naming';
import { compItems, removeComp } from './calls';
import { words as common, comp as words } from './strings';
import { useDeed } from './useDeed';
import { useReasonDraft } from './useReasonDraft';

/** Pieces to give free, by the id of the item. */
interface CompForm {
  pieces: Record<string, number>;
}
const NOTHING: CompForm = { pieces: {} };

export default function Comp({ order, onClose }: { order: Order; onClose: () => void }) {
  const items = order.items.filter(({ isComp }) => !isComp);
  const given = order.items.filter(({ isComp }) => isComp);
  const { draft, reasons, missing, sent } = useReasonDraft(`comp:${order.id}`, 'comp', NOTHING);
  const { pieces } = draft.values;
  const piecesOf = (item: { id: number; quantity: number }) => Math.min(pieces[item.id] ?? 0, item.quantity);
  const chosen = items
    .filter((item) => piecesOf(item) > 0)
    .map((item) => ({ itemId: item.id, quantity: piecesOf(item), of: item.quantity }));
  const write = useDeed((body: CompBody, options) => compItems(order.id, body, options));
  const { pending, unanswered } = write;
  const { errors, onSubmit } = useForm<'items' | 'reason', Order>({
    pending,
    check: () =>
      unanswered
        ? {}
        : {
            ...(chosen.length === 0 && { items: common.noItems }),
            ...(missing && { reason: missing }),
          },
    send: () => write.run({ items: chosen, ...sent }),
    onDone() {
      draft.discard();
      onClose();
      toast(words.done, titleOf(order));
    },
    onFail: () => undefined,
  });
  const step = (item: { id: number; quantity: number }, by: number) =>
    draft.type({ pieces: { ...pieces, [item.id]: piecesOf(item) + by } });

  const givenFree = given.length > 0 && (
    <section className="stack tight" aria-label={words.given}>
      <b>{words.given}</b>
      <ul className="list">
        {given.map((item) => (
          <Given key={item.id} order={order} item={item} disabled={pending} />
        ))}
      </ul>
    </section>
  );

  return (
    <Sheet title={words.title} note={titleOf(order)} onClose={onClose}>
      {items.length === 0 && !unanswered ? (
        <>
          {givenFree}
          <Empty text={words.none} />
        </>
      ) : (
        <LongForm
          onSubmit={onSubmit}
          footer={
            <>
              <button type="button" className="secondary large" onClick={onClose}>
                {common.cancel}
              </button>
              <ActionButton className="large" pending={write.pending} waiting={write.waiting}>
                {words.action}
              </ActionButton>
            </>
          }
        >
          {givenFree}
          <p>{words.note}</p>
          <KeptInput {...draft} disabled={pending} />
          {write.changed && <Alert>{common.changed}</Alert>}
          <fieldset className="stack tight">
            <legend>{common.items}</legend>
            <ul className="list">
              {items.map((item) => (
                <li key={item.id}>
                  <span className="grow name">{common.item(item.quantity, item.productName)}</span>
                  {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would take a row of its own. */}
                  <span role="group" aria-label={words.pieces(item.productName, item.quantity)}>
                    <Stepper
                      value={piecesOf(item)}
                      canLess={piecesOf(item) > 0}
                      canMore={piecesOf(item) < item.quantity}
                      onLess={() => step(item, -1)}
                      onMore={() => step(item, 1)}
                    />
                  </span>
                </li>
              ))}
            </ul>
            {errors.items && chosen.length === 0 && <small role="alert">{errors.items}</small>}
          </fieldset>
          <ReasonPicker
            reasons={reasons}
            value={draft.values}
            error={errors.reason}
            onValue={(value) => draft.type(value)}
          />
        </LongForm>
      )}
    </Sheet>
  );
}

interface GivenProps {
  order: Order;
  item: OrderItem;
  disabled: boolean;
}

/** Its removal has a key of its own. */
function Given({ order, item, disabled }: GivenProps) {
  const removal = useDeed((itemId: number, options) => removeComp(order.id, [itemId], options));
  const name = common.item(item.quantity, item.productName);
  async function remove() {
    if (await removal.run(item.id)) toast(words.removed, titleOf(order));
  }
  return (
    <li>
      <span className="grow name">
        {name}
        {removal.changed && <small role="alert">{common.changed}</small>}
      </span>
      <button
        type="button"
        className="secondary"
        disabled={disabled || removal.pending}
        aria-label={words.removeName(name)}
        onClick={() => void remove()}
      >
        {words.remove}
      </button>
    </li>
  );
}
