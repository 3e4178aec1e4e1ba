/** The file, and which of its sheets. */
import { Upload } from 'lucide-react';
import { ActionButton, WaitingNote } from '../../ui/ActionButton';
import { SelectField } from '../../ui/form/SelectField';
import { ACCEPT } from './file';
import { tallyOf } from './rules/tally';
import { file as text, words } from './strings';
import { TroubleNote } from './TroubleNote';
import type { Import } from './useImport';

interface FileStepProps {
  list: Import;
  file: File | null;
  onFile: (file: File) => void;
}

export function FileStep({ list, file, onFile }: FileStepProps) {
  const { busy, waiting, checked, trouble } = list;
  const { sheets = [], sheet } = checked?.answer.format ?? {};
  return (
    <>
      <label className="card import-file">
        <Upload />
        <b>{text.choose}</b>
        <input
          type="file"
          accept={ACCEPT}
          aria-describedby="import-file-hint"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            // So that the same file can be chosen again, corrected.
            if (chosen) onFile(chosen);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <p id="import-file-hint">{text.hint}</p>
      {file && <p>{text.chosen(file.name)}</p>}
      {busy && <Progress />}
      <WaitingNote waiting={waiting} />
      {sheets.length > 1 && (
        <SelectField
          label={text.sheet}
          hint={text.sheetHint}
          disabled={busy}
          value={list.choices.sheet ?? sheet ?? ''}
          options={sheets.map((name) => ({ value: name, label: name }))}
          onValue={list.chooseSheet}
        />
      )}
      <TroubleNote trouble={trouble} />
      {checked && !trouble && (
        <div className="actionbar bottom-bar">
          <b className="grow">{words.rows(tallyOf(checked, list.choices.rows).all)}</b>
          <ActionButton type="button" className="large" pending={busy} onClick={list.leaveFile}>
            {words.proceed}
          </ActionButton>
        </div>
      )}
    </>
  );
}

/** Thousands of products take a small computer some seconds. */
function Progress() {
  return (
    <div className="stack tight" role="status">
      <p>{words.reading}</p>
      <progress aria-label={words.reading} />
    </div>
  );
}
