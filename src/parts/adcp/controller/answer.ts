import { done, type ToolAnswer } from '../tool.ts';

/** The errors of a test controller. They have a form of their own. */
type ControllerCode =
  | 'INVALID_TRANSITION'
  | 'INVALID_STATE'
  | 'NOT_FOUND'
  | 'UNKNOWN_SCENARIO'
  | 'INVALID_PARAMS'
  | 'FORBIDDEN'
  | 'INTERNAL_ERROR';

export function refuse(error: ControllerCode, detail: string, currentState?: string): ToolAnswer {
  const state = currentState === undefined ? {} : { current_state: currentState };
  return { kind: 'refused', body: { success: false, error, error_detail: detail, ...state } };
}

export const succeed = (body: object): ToolAnswer => done({ success: true, ...body });

export const moved = (previous: string, current: string): ToolAnswer =>
  succeed({ previous_state: previous, current_state: current });
