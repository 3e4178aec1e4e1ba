/** What the list does, by kind of row, with the button that imports it. */
import { useGet, useRate } from '../../api/http/query';
import { ActionButton } from '../../ui/ActionButton';
import { AskedRows } from './AskedRows';
import { CheckNotes, MistakeList } from './CheckNotes';
import { Kind, RowList } from './Rows';
import { describe } from './rules/changes';
import { type Checked, tallyOf } from './rules/tally';
import { check as text, words } from './strings';
import { TroubleNote } from './TroubleNote';
import type { ImportRow, RowState } from './types';
import type { Import } from './useImport';
import { WrongRows } from './WrongRows';

const NONE: readonly never[] = [];

export function CheckStep({ list, checked }: { list: Import; checked: Checked }) {
  const { choices, storing } = list;
  const { answer, asked } = checked;
  const products = useGet('/api/products').data ?? NONE;
  const rate = useRate().data?.rate;
  const tally = tallyOf(checked, choices.rows);
  const goIn = tally.all - tally.out;
  const of = (state: RowState): ImportRow[] => answer.rows.filter((row) => row.state === state);
  const [wrong, added, unchanged] = [of('wrong'), of('new'), of('unchanged')];
  const changed = describe(of('changed'), products, rate);

  return (
    <>
      <TroubleNote trouble={list.trouble} />
      <CheckNotes answer={answer} disabled={list.busy} onEncoding={list.chooseEncoding} />
      <MistakeList answer={answer} />
      {wrong.length + asked.length > 0 && (
        <section className="card folds import-kinds">
          <WrongRows rows={wrong} answer={answer} disabled={list.busy} onPrice={list.givePrice} />
          <Kind kind="ask" count={asked.length} open>
            <AskedRows rows={asked} choices={choices.rows} disabled={list.busy} onChoice={list.chooseRow} />
          </Kind>
        </section>
      )}
      <section className="card folds import-kinds">
        <Kind kind="new" count={answer.created}>
          <RowList rows={describe(added, NONE, rate)} all={answer.created} label={text.kinds.new.name} />
        </Kind>
        <Kind
          kind="changed"
          count={answer.updated}
          open={changed.some(({ question }) => question) || undefined}
        >
          <RowList rows={changed} all={answer.updated} label={text.kinds.changed.name} />
        </Kind>
        <Kind kind="unchanged" count={answer.unchanged} open={false}>
          <RowList
            rows={describe(unchanged, NONE, rate).map((row) => ({ ...row, texts: [] }))}
            all={answer.unchanged}
            label={text.kinds.unchanged.name}
          />
        </Kind>
      </section>
      <div className="actionbar bottom-bar">
        <span className="grow" role="status">
          <b>{tally.out > 0 ? text.stayOut(tally.out) : words.rows(tally.all)}</b>
          <small>{noteOf(goIn, tally.out)}</small>
        </span>
        <ActionButton
          type="button"
          className="large"
          disabled={goIn === 0}
          pending={list.busy}
          waiting={storing.waiting || list.waiting}
          pendingLabel={storing.pending ? text.submitting : words.reading}
          onClick={list.store}
        >
          {tally.out > 0 ? text.submitSome(goIn, tally.all) : text.submit}
        </ActionButton>
      </div>
    </>
  );
}

function noteOf(goIn: number, out: number): string {
  if (goIn === 0) return text.noneGoesIn;
  return out > 0 ? text.stayOutNote : text.allGoIn;
}
