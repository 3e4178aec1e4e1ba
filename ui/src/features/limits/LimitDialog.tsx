/** Over limit: managers say that it may be more, bartenders ask a manager. */
import { useRule } from '../../api/approvals';
import { Confirm } from '../../ui/dialog/Confirm';
import { Dialog } from '../../ui/dialog/Dialog';
import type { LimitQuestion } from './askLimit';
import { words } from './strings';

export default function LimitDialog({ question: { message, answer } }: { question: LimitQuestion }) {
  const rule = useRule('over_limit');
  const cancel = () => answer(false);
  if (rule === 'deny') {
    return (
      <Dialog title={words.title} onClose={cancel}>
        <p>{message}.</p>
        <p>{words.denied}</p>
        <footer>
          <button type="button" className="secondary wide" onClick={cancel}>
            {words.close}
          </button>
        </footer>
      </Dialog>
    );
  }
  return (
    <Confirm
      harmless
      question={words.title}
      detail={`${message}.`}
      action={rule === 'approve' ? words.ask : words.anyway}
      onConfirm={() => answer(true)}
      onCancel={cancel}
    />
  );
}
