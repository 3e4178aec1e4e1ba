/**
 * The API's calls as types, derived from the OpenAPI document: the methods of each path, its parameters, request bodies
 * and responses. A call that is not in the document does not compile.
 */
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

type Path = keyof paths;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<P extends Path, M extends Method> = NonNullable<paths[P][M]>;

/** Paths that take a method. */
type PathsWith<M extends Method> = {
  [P in Path]: [Operation<P, M>] extends [never] ? never : P;
}[Path];

type PathParameters<P extends Path> = {
  [M in Method]: paths[P][M] extends { parameters: { path: infer Values } } ? Values : never;
}[Method];
type Query<P extends Path> = paths[P]['get'] extends { parameters: { query?: infer Values } }
  ? NonNullable<Values>
  : never;
/** Path parameters and query parameters together. */
type Parameters<P extends Path> = ([PathParameters<P>] extends [never] ? unknown : PathParameters<P>) &
  ([Query<P>] extends [never] ? unknown : Query<P>);

declare const template: unique symbol;
/** A path with its parameters filled in; the type keeps the path template that it was built from. */
export type Address<P extends Path> = string & { readonly [template]: P };

/** Paths without required parameters. */
type Plain<M extends Method> = {
  [P in PathsWith<M>]: P extends `${string}{${string}` ? never : object extends Parameters<P> ? P : never;
}[PathsWith<M>];

/** The addresses that a method can be sent to. */
export type Call<M extends Method> = Plain<M> | Address<PathsWith<M>>;
/** The path template of a call, as in the document. */
export type PathOf<C> = C extends Address<infer P> ? P : C extends Path ? C : never;

type RequestBody<O> = O extends { requestBody?: undefined }
  ? undefined
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body
    : never;
/** The request body of a call. */
export type BodyOf<C, M extends Method> = RequestBody<Operation<PathOf<C>, M>>;
/** The arguments after the address: the body, which may be left out where it is optional, and options. */
export type WithBody<C, M extends Method, Options> =
  Operation<PathOf<C>, M> extends { requestBody: object }
    ? [body: BodyOf<C, M>, options?: Options]
    : [body?: BodyOf<C, M>, options?: Options];

type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Success<O> = O extends { responses: infer Responses }
  ? { [S in keyof Responses]: S extends 200 | 201 | 202 | 204 ? Json<Responses[S]> : never }[keyof Responses]
  : never;
/** The body of a call's successful response. */
export type AnswerOf<C, M extends Method = 'get'> = Success<Operation<PathOf<C>, M>>;

type Roots<P extends string, Before extends string = ''> = P extends `/${infer Part}/${infer Rest}`
  ? `${Before}/${Part}` | Roots<`/${Rest}`, `${Before}/${Part}`>
  : `${Before}${P}`;
/** A path or a prefix of paths; stands for all addresses below it. */
export type Root = Roots<Path>;

/** A path that is also written to needs no query: that belongs to reading it. */
type Given<P extends Path> = Parameters<P> | (P extends PathsWith<'post'> ? PathParameters<P> : never);

/** Fills in a path: `at('/api/orders/{id}', { id: 7 })`. Parameters that are not in the path go into the query. */
export function at<P extends Path>(path: P, parameters: Given<P>): Address<P> {
  const query = new URLSearchParams(parameters as Record<string, string>);
  const address = path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = query.get(name) ?? '';
    query.delete(name);
    return encodeURIComponent(value);
  });
  return (`${query}` ? `${address}?${query}` : address) as Address<P>;
}
