import type { ToolResult } from '@/lib/domain/trajectory';

/** Openings with which frameworks report a tool that failed. */
const OPENINGS =
  /^\s*(?:\[?error\b|errors?:|exception\b|traceback \(most recent call last\)|fatal:|an error occurred|tool (?:call )?failed|failed to (?:run|execute|call)|[A-Za-z_.]*(?:Error|Exception):)/i;

/**
 * Whether a tool failed. A dialect with a flag decides by it. The OpenAI dialects have none: there a result counts as
 * failed when it opens as frameworks report failures, or when it is a JSON object that says so (`error`, `isError`,
 * `success: false`, `ok: false`, an exit code other than 0). A failure in other words is not recognised.
 */
export function isFailed(result: ToolResult, hasFlag: boolean): boolean {
  if (result.isError || hasFlag) return result.isError;
  return OPENINGS.test(result.content.slice(0, 200)) || saysSo(result.content);
}

function saysSo(content: string): boolean {
  const said = content.trimStart().startsWith('{') ? parsed(content) : null;
  if (typeof said !== 'object' || said === null) return false;
  const { error, isError, success, ok, exit_code, exitCode, returncode } = said as Record<string, unknown>;
  const isNamed = Boolean(error) || isError === true || success === false || ok === false;
  return isNamed || [exit_code, exitCode, returncode].some((code) => typeof code === 'number' && code !== 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
