/** Connects the bar to head office: its address, and the code that it made. */
import { useForm } from '../../../api/forms/useForm';
import { useFormDraft } from '../../../api/forms/useFormDraft';
import { useWrite } from '../../../api/forms/useWrite';
import { reasonOf } from '../../../api/http/error';
import { cacheQuery } from '../../../api/http/query';
import type { HeadLink } from '../../../api/types';
import { HEAD_LINK } from '../../../parts/head-office/link';
import { ActionButton } from '../../../ui/ActionButton';
import { Alert } from '../../../ui/feedback/Alert';
import { toast } from '../../../ui/feedback/toast';
import { TextField } from '../../../ui/form/Field';
import { KeptInput } from '../../../ui/form/KeptInput';
import { AFTER_LINK, pair } from './calls';
import { head as words } from './strings';

/** `url`: where head office was, if the bar is connected already. */
export function Connect({ url }: { url: string | null }) {
  const draft = useFormDraft('head', { url: url ?? '', code: '' }, ['code']);
  const { values } = draft;
  const write = useWrite(pair, { refreshes: AFTER_LINK });

  const { formRef, errors, problem, onSubmit } = useForm<'url' | 'code', HeadLink>({
    pending: write.pending,
    check: () => ({
      ...(values.url.trim() === '' && { url: words.addressMissing }),
      ...(values.code.trim() === '' && { code: words.codeMissing }),
    }),
    send: () => write.run({ url: values.url.trim(), code: values.code.trim() }),
    onDone(link) {
      cacheQuery(HEAD_LINK, () => link);
      draft.discard();
      toast(words.connected(link.name ?? words.title));
    },
    onFail: (error) => reasonOf(error, words.tryAgain) ?? words.tryAgain,
  });

  return (
    <form ref={formRef} className="stack" noValidate aria-labelledby="head-title" onSubmit={onSubmit}>
      {problem && !errors.url && !errors.code && <Alert reason={problem}>{words.connectFailed}</Alert>}
      <TextField
        label={words.address}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values.url}
        error={errors.url}
        hint={words.addressHint}
        onValue={(value) => draft.type({ url: value })}
      />
      <TextField
        label={words.code}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values.code}
        error={errors.code}
        hint={words.codeHint}
        onValue={(value) => draft.type({ code: value })}
      />
      <KeptInput {...draft} disabled={write.pending} />
      <ActionButton
        className="soft"
        pending={write.pending}
        waiting={write.waiting}
        pendingLabel={words.connecting}
      >
        {words.connect}
      </ActionButton>
    </form>
  );
}
