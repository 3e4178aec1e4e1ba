/** What of a count is printed: the Z, for who may see it, and the slip of the count. */
import { FileText, Printer } from 'lucide-react';
import { Link } from 'wouter';
import { at } from '../../../api/calls';
import { useWrite } from '../../../api/forms/useWrite';
import { post, type WriteOptions } from '../../../api/http/client';
import { reasonOf } from '../../../api/http/error';
import { useGet } from '../../../api/http/query';
import { mayManage, useSession } from '../../../api/session';
import type { CountResult } from '../../../api/types';
import { ActionButton } from '../../../ui/ActionButton';
import { toast, toastError } from '../../../ui/feedback/toast';
import { paper as words } from '../strings';

interface PrintCountProps {
  result: CountResult;
  /** Who counts blind does not see the Z. */
  blind: boolean;
}

export function PrintCount({ result: { shift, zNumber }, blind }: PrintCountProps) {
  const hasPrinter = (useGet('/api/printers').data?.length ?? 0) > 0;
  const manages = mayManage(useSession().user?.role);
  return (
    <div className="row count-prints">
      {zNumber && manages && (
        <Link href={`/shifts/${zNumber}`} className="action">
          <FileText />
          {words.show(zNumber)}
        </Link>
      )}
      {hasPrinter && zNumber && !blind && (
        <PrintButton
          label={words.print}
          print={(options) => post(at('/api/z/{number}/print', { number: zNumber }), {}, options)}
        />
      )}
      {hasPrinter && (
        <PrintButton
          label={words.printSlip}
          print={(options) => post(at('/api/shifts/{id}/count/print', { id: shift.id }), {}, options)}
        />
      )}
    </div>
  );
}

interface PrintButtonProps {
  label: string;
  print: (options: WriteOptions) => Promise<unknown>;
}

function PrintButton({ label, print }: PrintButtonProps) {
  const write = useWrite((_: null, options) => print(options), {
    refreshes: ['/api/print-jobs', '/api/printers'],
  });
  async function printIt() {
    try {
      if (await write.run(null)) toast(words.printing);
    } catch (error) {
      toastError(words.failed, reasonOf(error));
    }
  }
  return (
    <ActionButton
      type="button"
      className="secondary"
      pending={write.pending}
      waiting={write.waiting}
      onClick={() => void printIt()}
    >
      {!write.pending && <Printer />}
      {label}
    </ActionButton>
  );
}
