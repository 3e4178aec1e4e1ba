/** Create Drink Order: sends the draft as it is shown, once; and makes of the answer what the person has to know. */
import { ApiError, messageOf } from '../../api/error';
import { queryClient, refresh } from '../../api/query';
import type { FreshPrice, Order, Product } from '../../api/types';
import { useOnce } from '../../api/useOnce';
import { outcomeUnknown } from '../../api/useWrite';
import { formatRateLine } from '../../lib/format';
import { toast, toastError } from '../../ui/toast';
import { keepOrder, ORDERS, PRODUCTS, RATE, TABLES } from './calls';
import { type OrderRequest, requestOf, sentKey } from './draft';
import { placeOf } from './OrderCard';
import { newOrder as words } from './strings';
import type { DraftHandle } from './useDraft';

interface CreateSettings extends DraftHandle {
  username: string;
  rate: number | undefined;
  onCreated: () => void;
}

export function useCreateOrder(settings: CreateSettings) {
  const { current, clear, followPrices, followProducts, username, rate, onCreated } = settings;
  const once = useOnce<OrderRequest, Order>(ORDERS, sentKey(username), [ORDERS, TABLES, PRODUCTS]);

  async function create() {
    try {
      const done = await once.run(requestOf(current(), rate));
      if (!done) return;
      keepOrder(done.answer);
      const who = `${placeOf(done.answer)} · ${done.answer.customerName}`;
      // Another order than the one on the screen: that one stays, and is for the person to decide.
      if (done.earlier) return toast(words.created, who, undefined, words.savedBefore);
      clear();
      onCreated();
      toast(words.created, who);
    } catch (error) {
      await fail(error);
    }
  }

  async function fail(error: unknown) {
    if (outcomeUnknown(error)) return toastError(words.failed, words.noAnswer);
    if (error instanceof ApiError && Array.isArray(error.refusal.fresh)) {
      followPrices(error.refusal.fresh as FreshPrice[]);
    }
    await refresh(PRODUCTS, RATE, TABLES);
    const products = queryClient.getQueryData<Product[]>([PRODUCTS]);
    if (products) followProducts(products);
    toastError(words.failed, reasonOf(error));
  }

  return { ...once, create };
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError && error.code === 'price_changed') return words.pricesChanged;
  if (error instanceof ApiError && error.code === 'rate_changed') {
    return words.rateChanged(formatRateLine(String(error.refusal.rate)));
  }
  return messageOf(error, '') || undefined;
}
