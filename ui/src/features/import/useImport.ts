/** The course of an import: reads the file, asks the server what it would do, and imports the list. */
import { useEffect, useRef, useState } from 'react';
import { useWrite } from '../../api/forms/useWrite';
import { ApiError, messageOf, reasonOf, UnreachableError } from '../../api/http/error';
import { queryClient } from '../../api/http/query';
import type { Currency } from '../../lib/money/money';
import { setFlashMessage } from '../../parts/imported/flashMessage';
import { dismissToast, toastError } from '../../ui/feedback/toast';
import { importProducts, tryImport } from './calls';
import { readFile, UnusableFile } from './file';
import { areKnown, type Fields, fieldsOf } from './rules/columns';
import { askedRows, type Checked, isOutdated, tallyOf } from './rules/tally';
import { check as checkWords, words } from './strings';
import type {
  Encoding,
  Figures,
  GivenPrice,
  GivenPrices,
  ImportAnswer,
  ImportBody,
  ImportQuestion,
  RowChoice,
  RowChoices,
} from './types';

export type Step = 'file' | 'columns' | 'check';

/** What was chosen; what is undefined the server decides. */
interface Choices {
  sheet?: string;
  /** How the letters are stored, where the server guessed wrong. */
  encoding?: Encoding;
  fields?: Fields;
  figures?: Figures;
  currency?: Currency;
  rows: RowChoices;
  prices: GivenPrices;
}

export interface Trouble {
  message: string;
  /** Sends the same again; where nothing on the screen does. */
  again?: () => void;
}

interface State {
  step: Step;
  choices: Choices;
  checked: Checked | null;
  /** Every question that the server has asked about this sheet: what was answered can be changed. */
  questions: readonly ImportQuestion[];
  trouble: Trouble | null;
}

const START: State = {
  step: 'file',
  choices: { rows: {}, prices: {} },
  checked: null,
  questions: [],
  trouble: null,
};

/** `file` is null until one is chosen; `leave` is called after a successful import. */
export function useImport(file: File | null, leave: () => void) {
  const [state, setState] = useState(START);
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const storing = useWrite(importProducts);
  const content = useRef<string | null>(null);
  /** Number of the newest request: the answers to older ones are not shown. */
  const newest = useRef(0);
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }));

  useEffect(() => {
    // The failure of the file before says nothing about this one.
    dismissToast();
    if (file) void check(START.choices, stepAfterFile);
    return () => {
      newest.current += 1;
    };
  }, [file]);

  async function bodyOf({
    sheet,
    encoding,
    fields,
    figures,
    currency,
    rows,
    prices,
  }: Choices): Promise<ImportBody> {
    if (!file) throw new UnusableFile(words.notReadable);
    content.current ??= await readFile(file);
    const isAnswered = Object.keys(rows).length > 0;
    return {
      file: content.current,
      sheet,
      encoding,
      columns: fields,
      figures,
      currency,
      rows: isAnswered ? rows : undefined,
      prices: Object.keys(prices).length > 0 ? prices : undefined,
    };
  }

  /** Asks the server what an import with these choices would do. Null if there was no answer. */
  async function check(choices: Choices, next: (answer: ImportAnswer) => Step): Promise<Checked | null> {
    newest.current += 1;
    const run = newest.current;
    setBusy(true);
    change({ trouble: null });
    try {
      const answer = await tryImport(await bodyOf(choices), { onWaiting: setWaiting });
      if (run !== newest.current) return null;
      const { rows } = choices;
      const checked = { answer, sent: rows, asked: askedRows(answer, rows, state.checked?.asked ?? []) };
      const hasNoRows = tallyOf(checked, rows).all === 0 && next(answer) !== 'columns';
      const isEmpty = answer.columns.length === 0 || hasNoRows;
      setState((before) => ({
        step: isEmpty ? before.step : next(answer),
        choices: { ...choices, fields: choices.fields ?? fieldsOf(answer) },
        checked,
        questions: allQuestions(choices.fields ? before.questions : [], answer.questions),
        trouble: isEmpty ? { message: answer.errors[0]?.message ?? answer.message ?? words.emptyList } : null,
      }));
      return isEmpty ? null : checked;
    } catch (error) {
      if (run === newest.current) refuse(error, () => void check(choices, next));
      return null;
    } finally {
      if (run === newest.current) setBusy(false);
    }
  }

  function refuse(error: unknown, again: () => void) {
    if (isUnanswered(error)) {
      change({ trouble: { message: words.noAnswer, again } });
      return;
    }
    toastError(words.importFailed, words.importFailedDetail);
    const message =
      error instanceof UnusableFile ? error.message : messageOf(error, words.importFailedDetail);
    change({ trouble: { message } });
  }

  async function store() {
    const { checked, choices } = state;
    if (!checked || busy) return;
    const { out, leavesWrong } = tallyOf(checked, choices.rows);
    if (isOutdated(checked, choices.rows)) {
      // An answered row may turn out to be wrong: it must not stay out unseen.
      const again = await check(choices, toCheck);
      if (!again) return;
      if (tallyOf(again, choices.rows).out !== out) {
        change({ trouble: { message: checkWords.checkedAgain } });
        return;
      }
    }
    try {
      const body = await bodyOf(choices);
      const done = await storing.run(leavesWrong ? { ...body, skipWrong: true } : body);
      if (!done) return;
      setFlashMessage({ created: done.created, updated: done.updated });
      queryClient.clear();
      leave();
    } catch (error) {
      toastError(words.importFailed, words.importFailedDetail, undefined, reasonOf(error));
      // Without an answer the outcome is unknown: pressing again imports only once.
      if (isUnanswered(error)) return;
      if (!isOutOfDate(error)) change({ trouble: { message: messageOf(error, words.importFailedDetail) } });
      else if (await check(choices, toCheck)) change({ trouble: { message: checkWords.checkedAgain } });
    }
  }

  const choose = (part: Partial<Choices>) =>
    setState((before) => ({ ...before, trouble: null, choices: { ...before.choices, ...part } }));

  return {
    ...state,
    busy: busy || storing.pending,
    storing,
    waiting,
    choose,
    goTo: (step: Step) => change({ step, trouble: null }),
    chooseRow: (line: number, choice: RowChoice | null) =>
      choose({ rows: withRow(state.choices.rows, line, choice) }),
    /** The box says what becomes of the row. */
    givePrice: (line: number, price: GivenPrice) => {
      const { choices } = state;
      void check({ ...choices, prices: { ...choices.prices, [line]: price } }, toCheck);
    },
    /** Another sheet is another list. */
    chooseSheet: (sheet: string) => void check({ sheet, rows: {}, prices: {} }, () => 'file'),
    /** Other letters are other names: what was said of the rows is asked again. */
    chooseEncoding: (encoding: Encoding) =>
      void check({ ...state.choices, encoding, fields: undefined, rows: {}, prices: {} }, stepAfterSheet),
    leaveFile: () => {
      if (state.checked) change({ step: stepAfterSheet(state.checked.answer), trouble: null });
    },
    leaveColumns: () => {
      const { choices, checked } = state;
      const same = checked && String(fieldsOf(checked.answer)) === String(choices.fields);
      const answers = same ? {} : { rows: {}, prices: {} };
      void check({ ...choices, ...answers }, ({ questions }) => (questions.length > 0 ? 'columns' : 'check'));
    },
    store: () => void store(),
  };
}

export type Import = ReturnType<typeof useImport>;

const toCheck = (): Step => 'check';
const stepAfterSheet = (answer: ImportAnswer): Step => (areKnown(answer) ? 'check' : 'columns');
/** With several sheets, the right one is chosen first. */
const stepAfterFile = (answer: ImportAnswer): Step =>
  answer.format.sheets.length > 1 ? 'file' : stepAfterSheet(answer);

const isUnanswered = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500);

/** The list was right when it was checked, so products have changed since. */
const isOutOfDate = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 409);

function withRow(rows: RowChoices, line: number, choice: RowChoice | null): RowChoices {
  const { [line]: _, ...others } = rows;
  return choice === null ? others : { ...others, [line]: choice };
}

/** One of each kind; the newest samples. */
function allQuestions(before: readonly ImportQuestion[], now: readonly ImportQuestion[]): ImportQuestion[] {
  const first = now.filter(({ kind }, at) => now.findIndex((other) => other.kind === kind) === at);
  return [...before.filter(({ kind }) => !first.some((other) => other.kind === kind)), ...first];
}
