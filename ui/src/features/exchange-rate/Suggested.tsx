/** The rate that head office suggests: an admin uses it or ignores it. Nothing where there is none. */
import { useWrite } from '../../api/forms/useWrite';
import { reasonOf } from '../../api/http/error';
import { RATE, refresh, useGet } from '../../api/http/query';
import { formatRate, formatRateLine } from '../../lib/format';
import { isBigRateChange } from '../../lib/money/bigChange';
import { DIRECTIVES, decide, HEAD_LINK, suggestedRate, useHeadLink } from '../../parts/head-office/link';
import { words as shared } from '../../parts/head-office/strings';
import { ActionButton } from '../../ui/ActionButton';
import { useQuestion } from '../../ui/dialog/useQuestion';
import { ErrorState } from '../../ui/feedback/States';
import { toast, toastError } from '../../ui/feedback/toast';
import { suggested as words } from './strings';

const AFTER = [HEAD_LINK, RATE, '/api/products', '/api/menu'] as const;
const POLL_MS = 60_000;

/** `current` is the rate that counts, if it could be loaded. */
export function Suggested({ current }: { current: number | undefined }) {
  const waiting = useHeadLink(POLL_MS).data?.directives.waiting ?? 0;
  const directives = useGet(DIRECTIVES, { enabled: waiting > 0 });
  const write = useWrite(decide, { refreshes: AFTER });
  const { ask, dialog } = useQuestion();
  if (waiting === 0) return null;
  if (directives.isError && !directives.data)
    return <ErrorState text={shared.lookUpFailed} onRetry={() => void directives.refetch()} />;
  const suggestion = suggestedRate(directives.data);
  if (!suggestion) return null;
  const { number, by, rate } = suggestion;

  async function answer(accept: boolean) {
    if (write.pending) return;
    const isBig = accept && current !== undefined && isBigRateChange(current, String(rate));
    if (!(await ask(isBig ? words.question(formatRate(current), formatRate(rate)) : null))) return;
    try {
      if (!(await write.run({ number, accept }))) return;
      if (accept) toast(words.used, formatRateLine(rate));
      else toast(words.ignored);
    } catch (error) {
      void refresh(...AFTER);
      toastError(accept ? words.useFailed : words.ignoreFailed, reasonOf(error, words.tryAgain));
    }
  }

  return (
    <section className="card stack" aria-labelledby="suggested-title">
      <div>
        <h2 id="suggested-title">{words.title(formatRate(rate))}</h2>
        <small>{words.by(by)}</small>
      </div>
      <div className="row">
        <button
          type="button"
          className="secondary grow"
          disabled={write.pending}
          onClick={() => void answer(false)}
        >
          {words.ignore}
        </button>
        <ActionButton
          type="button"
          className="grow"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => void answer(true)}
        >
          {words.use(formatRate(rate))}
        </ActionButton>
      </div>
      {dialog}
    </section>
  );
}
