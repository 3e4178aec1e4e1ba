/** A form that changes the network: sent, then tried. */
import { useLocation } from 'wouter';
import { problemFrom } from '../../../../api/forms/refusal';
import { type FieldErrors, useForm } from '../../../../api/forms/useForm';
import type { Kept } from '../../../../api/forms/useFormDraft';
import { useWrite } from '../../../../api/forms/useWrite';
import { put } from '../../../../api/http/client';
import { UnreachableError } from '../../../../api/http/error';
import { queryClient } from '../../../../api/http/query';
import { BOX_NETWORK, NETWORK_KEY } from '../../../../parts/machine/network';
import type { BoxNetwork, NetworkChange } from '../../../../parts/machine/types';
import { form as words } from './strings';
import { beginTrial, NETWORK_PAGE } from './trial';

/** `errors` are named as the server names them, such as `wifi.ssid`. */
export function useChange(network: BoxNetwork, bodyOf: () => NetworkChange, draft?: Kept) {
  const [, navigate] = useLocation();
  const write = useWrite((body: NetworkChange, options) => put(BOX_NETWORK, body, options));

  function begin(body: NetworkChange) {
    draft?.discard();
    beginTrial(network, body);
    navigate(NETWORK_PAGE, { replace: true });
  }

  const form = useForm<string, NetworkChange>({
    pending: write.pending,
    async send() {
      const body = bodyOf();
      return (await write.run(body)) && body;
    },
    onDone: begin,
    onFail(error) {
      // The change may have cut off its own answer: the box will say.
      if (error instanceof UnreachableError) {
        begin(bodyOf());
        return undefined;
      }
      // Another phone may have begun a change.
      void queryClient.invalidateQueries({ queryKey: NETWORK_KEY });
      return problemFrom(error, words.failed);
    },
  });
  return { ...form, pending: write.pending, waiting: write.waiting };
}

export type Change = ReturnType<typeof useChange> & { errors: FieldErrors };
