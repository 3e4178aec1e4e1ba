/** Test helpers of the inventory: products, and a page that shows a component. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/preact';
import { createElement, type ReactNode } from 'react';
import { queryClient } from '../../../api/http/query';
import type { Product } from '../../../api/types';
import { product as anyProduct, RICE as PLENTY_OF_RICE } from '../../../test/products';
import { Toaster } from '../../../ui/feedback/Toaster';
import { dismissToast } from '../../../ui/feedback/toast';

/** A Club Beer, changed by `more`. */
export function product(more: Partial<Product> = {}): Product {
  const { id = 1, name = 'Club Beer' } = more;
  return anyProduct(id, name, { brand: 'Monrovia Breweries', barcode: '290000000001', ...more });
}

export const RICE: Product = {
  ...PLENTY_OF_RICE,
  barcode: '290000000002',
  stock: 3,
  portions: 3,
  sellable: 3,
};

export const CIGAR = product({
  id: 3,
  name: 'Cohiba Siglo II',
  brand: 'Habanos',
  barcode: '0012345678905',
  price: '25.00',
  stock: 0,
  category: 'cigars',
  priceUSD: '25.00',
  priceLRD: '4750.00',
  effectivePriceUSD: '25.00',
  effectivePriceLRD: '4750.00',
});

/** Renders a component with an empty cache and a Toaster. */
export function show(content: ReactNode) {
  queryClient.clear();
  dismissToast();
  return render(createElement(QueryClientProvider, { client: queryClient }, content, createElement(Toaster)));
}
