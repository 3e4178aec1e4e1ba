/** The API calls of the Inventory screen. */
import { at } from '../../api/calls';
import { del, patch, post, put, type WriteOptions } from '../../api/http/client';
import { cacheQuery } from '../../api/http/query';
import type { PriceListBody, Product, ProductBody, ProductChange, StockBody } from '../../api/types';

export const PRODUCTS = '/api/products';
export const EXPORT = '/api/products/export';

/** Queries to fetch again after a product changes. */
export const AFTER_PRODUCT = [PRODUCTS, '/api/menu', '/api/scans'] as const;
export const AFTER_CURRENCY = [PRODUCTS, '/api/menu'] as const;

export const createProduct = (body: ProductBody, options: WriteOptions) =>
  post(PRODUCTS, body, options).then(cacheProduct);

export const changeProduct = ({ id, ...body }: ProductChange & { id: number }, options: WriteOptions) =>
  put(at('/api/products/{id}', { id }), body, options).then(cacheProduct);

export const setCurrency = ({ id, ...body }: ProductChange & { id: number }, options: WriteOptions) =>
  patch(at('/api/products/{id}', { id }), body, options).then(cacheProduct);

export const savePrices = (body: PriceListBody, options: WriteOptions) =>
  put('/api/products/prices', body, options).then(({ products }) => products.map(cacheProduct));

export const moveStock = ({ id, ...body }: StockBody & { id: number }, options: WriteOptions) =>
  post(at('/api/products/{id}/stock', { id }), body, options).then(cacheProduct);

export const setSoldOut = ({ id, soldOut }: { id: number; soldOut: boolean }, options: WriteOptions) =>
  post(at('/api/products/{id}/sold-out', { id }), { soldOut }, options).then(cacheProduct);

export const deleteProduct = (id: number, options: WriteOptions) =>
  del(at('/api/products/{id}', { id }), undefined, options);

export const noteScan = (barcode: string, options: WriteOptions) => post('/api/scans', { barcode }, options);

/** Shows the product as the server answered it, without waiting for the whole list. */
function cacheProduct(product: Product): Product {
  cacheQuery(PRODUCTS, (list) => list?.map((other) => (other.id === product.id ? product : other)));
  return product;
}
