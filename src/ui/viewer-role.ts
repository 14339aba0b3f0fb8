import { createContext } from 'preact';
import type { SessionInfo } from '../host/admin/answers.ts';

/** Of who looks, for parts that are deep in a page. */
export const ViewerRole = createContext<SessionInfo['role']>('read');
