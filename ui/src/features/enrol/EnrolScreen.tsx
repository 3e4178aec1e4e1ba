/** /enrol: makes this phone one of the bar's devices, with a code from a manager. */
import { TabletSmartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useForm } from '../../api/forms/useForm';
import { sendOnce } from '../../api/http/client';
import { messageOf, UnreachableError } from '../../api/http/error';
import { endSession } from '../../api/session';
import { loadTill, revokedStore, tillStore } from '../../api/till';
import type { Device } from '../../api/types';
import { useStore } from '../../lib/state/store';
import { useTitle } from '../../lib/useTitle';
import { useAddressCode } from '../../parts/codes/address';
import { CodeField, checkCode } from '../../parts/codes/CodeField';
import { CodePage } from '../../parts/codes/CodePage';
import { words as codeWords } from '../../parts/codes/strings';
import { ActionButton } from '../../ui/ActionButton';
import { Alert } from '../../ui/feedback/Alert';
import { words } from './strings';

export default function EnrolScreen() {
  useTitle(words.title);
  const [device, setDevice] = useState<Device | null>(null);
  return device ? <Enrolled device={device} /> : <EnrolForm onDone={setDevice} />;
}

function EnrolForm({ onDone }: { onDone: (device: Device) => void }) {
  const [code, setCode] = useAddressCode();
  const [pending, setPending] = useState(false);
  const till = useStore(tillStore);
  useEffect(() => void loadTill().catch(() => {}), []);

  const { formRef, errors, problem, onSubmit } = useForm<'code', Device>({
    pending,
    check: () => checkCode(code),
    async send() {
      setPending(true);
      try {
        const { device } = await sendOnce('/api/devices/enrol', { code: code.trim() });
        // The box has ended the session of this browser.
        endSession();
        await loadTill().catch(() => {});
        revokedStore.set(false);
        return device;
      } finally {
        setPending(false);
      }
    },
    onDone,
    onFail: (error) =>
      error instanceof UnreachableError ? codeWords.unreachable : messageOf(error, words.failed),
  });

  return (
    <CodePage icon={TabletSmartphone} title={words.title} lead={words.lead}>
      <form ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        {till && <p>{words.is(till.device.name)}</p>}
        {problem && !errors.code && <Alert>{problem}</Alert>}
        <CodeField value={code} error={errors.code} onValue={setCode} />
        <ActionButton className="large wide" pending={pending} pendingLabel={words.pending}>
          {words.submit}
        </ActionButton>
      </form>
    </CodePage>
  );
}

function Enrolled({ device }: { device: Device }) {
  const [, navigate] = useLocation();
  const isTill = device.kind === 'till';
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <CodePage
      icon={TabletSmartphone}
      title={<span role="status">{words.done(device.name)}</span>}
      lead={isTill ? words.doneLead : words.doneScreen}
    >
      {isTill && (
        <button
          type="button"
          className="large wide"
          ref={next}
          onClick={() => navigate('/login', { replace: true })}
        >
          {words.signIn}
        </button>
      )}
    </CodePage>
  );
}
