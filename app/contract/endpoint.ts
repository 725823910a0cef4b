import type { z } from 'zod'
import type { Scope } from './api-keys.ts'

/**
 * Who may call an endpoint. The provider enforces it before the handler runs:
 * - `public`: anyone
 * - `account`: whoever has signed in with a confirmed address, invited or not
 * - `member`: an invited user of an organisation
 * - `admin`: a member with the role admin
 * - `signature`: whoever holds the signed, expiring address
 */
export type Access = 'public' | 'account' | 'member' | 'admin' | 'signature'

/** What an endpoint answers: JSON of a schema, an event stream, bytes, or nothing. */
export type Answer = z.ZodType | 'stream' | 'bytes' | 'nothing'

/** Bytes that a body of JSON may have: a question of 200,000 characters has at most 1.2 MB, as JSON may write them. */
export const jsonBodyBytes = 2 * 1024 * 1024

/** How deep lists and objects of a body may stand in each other: many times as deep as in any that is of use. */
export const jsonDepth = 100

/** One call of the API as data. Paths are OpenAPI paths: `/v1/files/{id}`. */
export interface Endpoint<
  Params extends z.ZodObject | undefined = z.ZodObject | undefined,
  Query extends z.ZodObject | undefined = z.ZodObject | undefined,
  Body extends z.ZodType | 'multipart' | 'bytes' | undefined = z.ZodType | 'multipart' | 'bytes' | undefined,
  Output extends Answer = Answer,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  access: Access
  /** Which scope a key needs for it; `any` takes every key, and without one none is taken. */
  scope?: Scope | 'any'
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Bytes that its JSON may have, where {@link jsonBodyBytes} are too few. */
  bodyBytes?: number
  output: Output
}

/** Declares an endpoint; only carries the types through. */
export function endpoint<
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | 'multipart' | 'bytes' | undefined = undefined,
  Output extends Answer = 'nothing',
>(definition: Endpoint<Params, Query, Body, Output>): Endpoint<Params, Query, Body, Output> {
  return definition
}

type Inferred<T, Side extends 'in' | 'out'> = T extends z.ZodType
  ? Side extends 'in'
    ? z.input<T>
    : z.output<T>
  : undefined

type Sent<T> = T extends 'multipart' ? FormData : T extends 'bytes' ? BodyInit : Inferred<T, 'in'>
type Defined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** What a caller hands over: `{ params, query, body }`, each only where the endpoint has it. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, Answer>
    ? Defined<{ params: Inferred<P, 'in'>; query: Inferred<Q, 'in'>; body: Sent<B> }>
    : never

/** What a handler receives after validation. */
export type ParsedOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, Answer>
    ? Defined<{ params: Inferred<P, 'out'>; query: Inferred<Q, 'out'>; body: Inferred<B, 'out'> }>
    : never

/** What the endpoint gives: parsed JSON, or the raw response for streams, bytes and empty answers. */
export type OutputOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer O> ? (O extends z.ZodType ? z.output<O> : Response) : never

/** What a handler gives back: the output's JSON (or a response that writes it), a response for streams and bytes, nothing for nothing. */
export type ResultOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer O>
    ? O extends z.ZodType
      ? z.input<O> | Response
      : O extends 'nothing'
        ? void
        : Response
    : never
