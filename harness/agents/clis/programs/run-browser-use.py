"""
Runs browser-use's own agent on a goal, in the browser at BROWSER_WS. It runs inside the agent's sandbox, so it needs
only the Python environment of browser-use.
"""

import asyncio
import json
import os
import platform
import sys
import urllib.request

# browser-use reads these settings when it is imported.
os.environ.update(
    ANONYMIZED_TELEMETRY="false",
    BROWSER_USE_CLOUD_SYNC="false",
    BROWSER_USE_VERSION_CHECK="false",
    BROWSER_USE_CLOUD_HINTS="false",
    BROWSER_USE_DISABLE_EXTENSIONS="true",
    BROWSER_USE_LOGGING_LEVEL="result",
    SKIP_LLM_API_KEY_VERIFICATION="true",
)

from importlib.metadata import version

from browser_use import Agent, BrowserSession
from browser_use.llm import ChatOpenAI
from pydantic import BaseModel, Field


class Report(BaseModel):
    """The report at the end of the task."""

    success: bool = Field(description="Whether the goal was reached.")
    answer: str = Field(description="The answer that the goal asks for; empty where it asks for none.")


# The harness has the time limits, and stops its clock while a model computes.
PATIENCE_S = 3600


# The most actions that it takes in one of its steps.
MOST_ACTIONS = 5


def acts_left():
    if not os.environ["COUNTS_URL"]:
        # A measurement without the harness has no limit.
        return MOST_ACTIONS
    with urllib.request.urlopen(os.environ["COUNTS_URL"]) as answer:
        counts = json.load(answer)
    return counts["maxActs"] - counts["acts"]


class LimitedAgent(Agent):
    """
    Meets the limit of acts between its steps: a step has at most as many actions as acts are left, and without acts its
    only action is its report.
    """

    async def step(self, step_info=None):
        left = acts_left()
        self.settings.max_actions_per_step = max(1, min(MOST_ACTIONS, left))
        if left <= 0 and step_info is not None:
            step_info.max_steps = step_info.step_number + 1
        await super().step(step_info)


def browser():
    return BrowserSession(
        cdp_url=os.environ["BROWSER_WS"],
        # The browser belongs to the harness.
        keep_alive=True,
        # An overlay in the page is a change of the page.
        highlight_elements=False,
        captcha_solver=False,
        enable_default_extensions=False,
    )


def model():
    return ChatOpenAI(
        model=os.environ["MODEL"],
        base_url=os.environ["MODEL_URL"],
        api_key=os.environ["MODEL_KEY"],
        # Some models reject the settings of browser-use.
        temperature=None,
        frequency_penalty=None,
        timeout=PATIENCE_S,
    )


def read(name):
    with open(os.environ[name], encoding="utf-8") as file:
        return file.read()


def usage_of(agent):
    used = [entry.usage for entry in agent.token_cost_service.usage_history]
    return {
        "requests": len(used),
        "prompt_tokens": sum(each.prompt_tokens for each in used),
        "cached_tokens": sum(each.prompt_cached_tokens or 0 for each in used),
        "completion_tokens": sum(each.completion_tokens for each in used),
    }


def report_in(history):
    """The report of its action `done`, or None if it stopped without one."""
    report = history.final_result() if history.is_done() else None
    return Report.model_validate_json(report) if report else None


async def main():
    agent = LimitedAgent(
        task=read("GOAL_FILE"),
        llm=model(),
        browser_session=browser(),
        output_model_schema=Report,
        use_vision=os.environ["VISION"] == "on",
        max_actions_per_step=MOST_ACTIONS,
        # Its judge is a further model request after the end.
        use_judge=False,
        # The start page is already open.
        directly_open_url=False,
        enable_signal_handler=False,
        llm_timeout=PATIENCE_S,
        step_timeout=PATIENCE_S,
    )
    # The report after the last act is a step of its own.
    history = await agent.run(max_steps=int(os.environ["MAX_STEPS"]) + 1)
    report = report_in(history)
    result = {
        "type": "result",
        "completed": report is not None,
        "success": report.success if report else None,
        "answer": (report.answer or None) if report else None,
        "steps": history.number_of_steps(),
        "usage": usage_of(agent),
        "error": next((error for error in reversed(history.errors()) if error), None),
        "versions": {"python": platform.python_version(), "browser-use": version("browser-use")},
    }
    # At its own step limit it has no answer.
    if result["completed"]:
        with open(os.environ["ANSWER_FILE"], "w", encoding="utf-8") as file:
            json.dump({name: result[name] for name in ("success", "answer", "steps")}, file)
    print(json.dumps(result), flush=True)


asyncio.run(main())
sys.stdout.flush()
# A normal exit waits seconds for the closed browser.
os._exit(0)
