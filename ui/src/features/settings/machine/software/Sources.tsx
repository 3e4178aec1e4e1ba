/** Where updates come from: a stick in the box, or a file on this phone. */
import { ChevronRight, FileUp, Usb } from 'lucide-react';
import { readyUpdate } from '../../../../parts/machine/software';
import type { BoxSoftware } from '../../../../parts/machine/types';
import { Alert } from '../../../../ui/feedback/Alert';
import { SendingFile } from './SendingFile';
import { software as words } from './strings';
import { useUpload } from './useUpload';

export function Sources({ software }: { software: BoxSoftware }) {
  const upload = useUpload();
  return (
    <section className="stack group" aria-labelledby="sources">
      <h2 id="sources">{words.source}</h2>
      <ul className="card rows">
        <Stick software={software} />
        {!upload.sending && (
          <li>
            <FileUp />
            <span className="grow">
              <label className="name">
                {words.file}
                <input
                  type="file"
                  accept=".raucb"
                  aria-describedby="file-ending"
                  onChange={(event) => {
                    const file = event.currentTarget.files?.[0];
                    if (file) void upload.send(file);
                    // So that the same file can be chosen again.
                    event.currentTarget.value = '';
                  }}
                />
              </label>
              <small id="file-ending">{words.fileHint}</small>
            </span>
            <ChevronRight />
          </li>
        )}
      </ul>
      {upload.sending && <SendingFile {...upload.sending} onStop={upload.stop} />}
      {upload.problem !== null && <Alert reason={upload.problem}>{words.notSent}.</Alert>}
    </section>
  );
}

/** A stick is found by itself: there is nothing to press. */
function Stick({ software }: { software: BoxSoftware }) {
  const { candidate } = software;
  const onStick = candidate?.from === 'stick' ? candidate : null;
  const isReady = readyUpdate(software) !== null;
  const found = onStick?.version && (isReady ? words.found(onStick.version) : words.same(onStick.version));
  return (
    <li>
      <Usb />
      <span className="grow">
        <b className="name">{words.stick}</b>
        <small>{found || words.stickHint}</small>
      </span>
      {onStick && isReady && (
        <span className="value" data-status="info">
          {words.isReady}
        </span>
      )}
      {onStick?.refused && (
        <span className="value" data-status="error">
          {words.notUsable}
        </span>
      )}
    </li>
  );
}
