/** Admins whom head office sends: an admin of the bar allows each of them, or not. Nothing where there is none. */
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { refresh, useGet } from '../../../api/http/query';
import { DIRECTIVES, decide, HEAD_LINK, type NewAdmin, newAdmins } from '../../../parts/head-office/link';
import { words as shared, newAdmin as words } from '../../../parts/head-office/strings';
import { ActionButton } from '../../../ui/ActionButton';
import { ErrorState } from '../../../ui/feedback/States';
import { toast, toastError } from '../../../ui/feedback/toast';

const AFTER = [HEAD_LINK, '/api/users'] as const;

/** `waiting`: how many changes of head office wait. */
export function NewAdmins({ waiting }: { waiting: number }) {
  const directives = useGet(DIRECTIVES, { enabled: waiting > 0 });
  if (waiting === 0) return null;
  if (directives.isError && !directives.data)
    return <ErrorState text={shared.lookUpFailed} onRetry={() => void directives.refetch()} />;
  return newAdmins(directives.data).map((admin) => <Question key={admin.number} admin={admin} />);
}

function Question({ admin: { number, by, name, username } }: { admin: NewAdmin }) {
  const write = useWrite(decide, { refreshes: AFTER });
  const title = `new-admin-${number}`;

  async function answer(accept: boolean) {
    if (write.pending) return;
    try {
      const decided = await write.run({ number, accept });
      if (!decided) return;
      if (decided.state === 'refused' && accept) toastError(words.allowFailed, decided.reason ?? undefined);
      else toast(accept ? words.allowed(name) : words.declined(name));
    } catch (error) {
      void refresh(...AFTER);
      toastError(accept ? words.allowFailed : words.declineFailed, reasonOf(error, words.tryAgain));
    }
  }

  return (
    <section className="card stack" aria-labelledby={title}>
      <div>
        <h2 id={title}>{words.title(name)}</h2>
        <small>{words.by(username, by)}</small>
      </div>
      <div className="row">
        <button
          type="button"
          className="secondary grow"
          disabled={write.pending}
          onClick={() => void answer(false)}
        >
          {words.decline}
        </button>
        <ActionButton
          type="button"
          className="grow"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => void answer(true)}
        >
          {words.allow}
        </ActionButton>
      </div>
    </section>
  );
}
