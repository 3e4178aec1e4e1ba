/** What the Inventory screen asks of the box. */
import { del, patch, post, put, type WriteOptions } from '../../api/client';
import { queryClient } from '../../api/query';
import type { ImportAnswer, Product, ScanAnswer } from '../../api/types';
import type { CurrencyPatch } from './rules/currency';
import type { ProductBody } from './rules/productForm';
import type { Reason } from './rules/stock';

export const PRODUCTS = '/api/products';
export const EXPORT = '/api/products/export';

/** What shows products: fetched again after every change to one. */
export const AFTER_PRODUCT = [PRODUCTS, '/api/menu', '/api/scans'] as const;
export const AFTER_CURRENCY = [PRODUCTS, '/api/menu'] as const;

export type StockMove = ({ delta: number } | { count: number }) & { reason: Reason; notes: string | null };

export const createProduct = (body: ProductBody, options: WriteOptions) =>
  post<Product>(PRODUCTS, body, options).then(keep);

export const changeProduct = (
  { id, ...body }: Partial<ProductBody> & { id: number },
  options: WriteOptions,
) => put<Product>(`${PRODUCTS}/${id}`, body, options).then(keep);

export const setCurrency = ({ id, ...body }: CurrencyPatch & { id: number }, options: WriteOptions) =>
  patch<Product>(`${PRODUCTS}/${id}`, body, options).then(keep);

export const moveStock = ({ id, ...body }: StockMove & { id: number }, options: WriteOptions) =>
  post<Product>(`${PRODUCTS}/${id}/stock`, body, options).then(keep);

export const deleteProduct = (id: number, options: WriteOptions) =>
  del(`${PRODUCTS}/${id}`, undefined, options);

export const noteScan = (barcode: string, options: WriteOptions) =>
  post<ScanAnswer>('/api/scans', { barcode }, options);

/** Eight megabytes on a small box, over a weak Wi-Fi. */
const IMPORT_MS = 60_000;

export const importProducts = (csvData: string, options: WriteOptions) =>
  post<ImportAnswer>(`${PRODUCTS}/import`, { csvData }, { ...options, tryMs: IMPORT_MS });

export const tryImport = (csvData: string) =>
  post<ImportAnswer>(`${PRODUCTS}/import`, { csvData, dryRun: true }, { tryMs: IMPORT_MS });

/** Shows the product as the box just gave it, without waiting for the whole list. */
function keep(product: Product): Product {
  queryClient.setQueryData<Product[]>([PRODUCTS], (list) =>
    list?.map((other) => (other.id === product.id ? product : other)),
  );
  return product;
}
