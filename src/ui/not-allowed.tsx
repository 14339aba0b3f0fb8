import type { SessionInfo } from '../host/admin/answers.ts';
import { Back } from './page-link.tsx';

type Role = SessionInfo['role'];

/** The role that a change needs. */
export type NeededRole = Exclude<Role, 'read'>;

export function mayChange(role: Role, needed: NeededRole): boolean {
  return role === 'admin' || role === needed;
}

export type NotAllowedProps = {
  /** Of the list of all things. */
  readonly href: string;
  readonly title: string;
  /** The things that the role cannot change. */
  readonly things: string;
  readonly needed: NeededRole;
};

/** Replaces a form for those who follow a link to it and cannot save it. */
export function NotAllowed({ href, title, things, needed }: NotAllowedProps) {
  return (
    <>
      <Back href={href} to={title} />
      <header class="page-head">
        <h1>Your role cannot change {things}</h1>
      </header>
      <p>Ask someone with the role {needed === 'ads' ? 'ads or admin' : 'admin'}.</p>
    </>
  );
}
