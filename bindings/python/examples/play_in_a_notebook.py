# %% [markdown]
# Play the engine in a notebook: open this file with Jupyter or an editor that knows `# %%` cells.

# %%
import filetto

engine = filetto.Engine(level=3)
game = filetto.Game("connect4")


def play(move: str | int) -> filetto.Game:
    """Your move and the answer; a game draws itself as the last value of a cell."""
    game.play(move)
    if not game.is_over():
        game.play(engine.best(game, nodes=5000).move)
    return game


# %%
play("4")

# %%
play("4")

# %%
# What does the position look like to somebody who knows everything?
print(filetto.analyse(game, values=True)["value"])

# %%
# Let two levels finish it, then see where it was lost.
while not game.is_over():
    game.play(engine.best(game, nodes=2000).move)
print(game)
review = filetto.review(game, nodes=2000, solver=2000)
print(review)
review
