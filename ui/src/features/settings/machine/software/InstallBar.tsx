/** The bar that installs: after closing, or now; an older version asks for the password. */
import { Suspense, useState } from 'react';
import { reasonOf } from '../../../../api/http/error';
import { readyUpdate, stageOf } from '../../../../parts/machine/software';
import type { BoxSoftware, InstallBody } from '../../../../parts/machine/types';
import { ActionButton } from '../../../../ui/ActionButton';
import { Confirm } from '../../../../ui/dialog/Confirm';
import { toastError } from '../../../../ui/feedback/toast';
import { OlderDialog, PowerDialog } from '../loadDialogs';
import { software as words } from './strings';
import { useCancel, useInstall } from './useInstall';

type When = InstallBody['when'];

export function InstallBar({ software }: { software: BoxSoftware }) {
  const stage = stageOf(software);
  const update = readyUpdate(software);
  if (stage === 'planned') return <Planned />;
  if (stage !== 'idle' || !update) return null;
  const { lastResult } = software;
  const isAgain = lastResult !== null && !lastResult.worked && lastResult.version === update.version;
  return <Ready version={update.version} older={update.older} isAgain={isAgain} />;
}

interface ReadyProps {
  version: string;
  older: boolean;
  /** It did not start the last time. */
  isAgain: boolean;
}

function Ready({ version, older, isAgain }: ReadyProps) {
  const [asked, setAsked] = useState<When | null>(null);
  const write = useInstall();
  const close = () => setAsked(null);

  async function install(when: When) {
    try {
      await write.run({ when });
      close();
    } catch (error) {
      toastError(words.failed, reasonOf(error, words.noAnswer));
    }
  }

  return (
    <>
      <div className="actionbar bottom-bar">
        <button
          type="button"
          className="secondary large"
          aria-label={words.installNow}
          disabled={write.pending}
          onClick={() => setAsked('now')}
        >
          {words.now}
        </button>
        <ActionButton
          type="button"
          className="large wide"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => (older ? setAsked('closed') : void install('closed'))}
        >
          {isAgain ? words.again : words.closed}
        </ActionButton>
      </div>
      {asked && older && (
        <Suspense fallback={null}>
          <OlderDialog version={version} when={asked} onClose={close} />
        </Suspense>
      )}
      {asked === 'now' && !older && (
        <Confirm
          harmless
          question={words.nowQuestion(version)}
          detail={words.nowDetail}
          action={words.nowAction}
          pending={write.pending}
          waiting={write.waiting}
          onConfirm={() => void install('now')}
          onCancel={close}
        />
      )}
    </>
  );
}

/** It is written already: a restart starts it, unless it is cancelled. */
function Planned() {
  const [asked, setAsked] = useState(false);
  const write = useCancel();

  async function cancel() {
    try {
      await write.run(null);
    } catch (error) {
      toastError(words.notCancelled, reasonOf(error, words.noAnswer));
    }
  }

  return (
    <>
      <div className="actionbar bottom-bar">
        <span className="grow try">
          <b>{words.afterClosing}</b>
          <small>{words.withoutTill}</small>
        </span>
        <button
          type="button"
          className="secondary large"
          aria-label={words.restartNow}
          disabled={write.pending}
          onClick={() => setAsked(true)}
        >
          {words.now}
        </button>
        <ActionButton
          type="button"
          className="secondary large"
          pending={write.pending}
          waiting={write.waiting}
          onClick={() => void cancel()}
        >
          {words.notTonight}
        </ActionButton>
      </div>
      <Suspense fallback={null}>
        {asked && <PowerDialog deed="restart" onClose={() => setAsked(false)} />}
      </Suspense>
    </>
  );
}
